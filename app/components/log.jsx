// The scrolling log: follows the end while the reader is there, lets go when they read, J and K step between turns.
import { useEffect, useRef, useState } from "react";
import { Icon } from "./icon.jsx";

const NEAR_PX = 48;
const TOP_PX = 24;

/** The log of a conversation. `fresh` is the turn that was just sent: it goes to the top and its answer grows below. */
export function ChatLog({ conversation, fresh, running, children }) {
  const log = useRef(null);
  const column = useRef(null);
  const following = useRef(false);
  const [away, setAway] = useState(false);

  useEffect(() => {
    const box = log.current;
    const inner = column.current;
    const atEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PX;
    const note = () => {
      following.current = atEnd() && !readerHolds(box);
      setAway(!atEnd());
    };
    const follow = () => {
      if (following.current && !readerHolds(box)) box.scrollTop = box.scrollHeight;
      setAway(!atEnd());
    };
    // The popover opens upward, so that a stream stays in sight; where there is no room above, downward.
    const unfold = (event) => {
      const route = event.target;
      following.current = false; // what was unfolded is being read
      if (!route.matches?.("details.route") || !route.open) return;
      const room = route.getBoundingClientRect().top - box.getBoundingClientRect().top;
      route.classList.toggle("down", room < route.querySelector(".pop").offsetHeight + NEAR_PX / 2);
    };
    const grown = new ResizeObserver(follow);
    grown.observe(inner);
    grown.observe(box);
    box.addEventListener("scroll", note, { passive: true });
    box.addEventListener("toggle", unfold, true);
    return () => {
      grown.disconnect();
      box.removeEventListener("toggle", unfold, true);
      box.removeEventListener("scroll", note);
    };
  }, []);

  useEffect(() => {
    following.current = conversation !== "";
    log.current.scrollTop = following.current ? log.current.scrollHeight : 0;
  }, [conversation]);

  useEffect(() => {
    const turn = fresh && log.current.querySelector(`[data-turn="${CSS.escape(fresh)}"]`);
    if (turn) log.current.scrollTop = turn.offsetTop - TOP_PX;
  }, [fresh]);

  const latest = () => {
    following.current = true;
    log.current.scrollTo({ top: log.current.scrollHeight, behavior: "smooth" });
  };
  const step = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const turns = [...log.current.querySelectorAll("[data-turn]")];
    const here = turns.findIndex((turn) => turn.contains(document.activeElement));
    const press = (selector) => turns[here]?.querySelector(selector)?.click();
    const moves = {
      j: () => turns[Math.min(turns.length - 1, here + 1)]?.focus(),
      k: () => turns[Math.max(0, here < 0 ? turns.length - 1 : here - 1)]?.focus(),
      w: () => press(".route > summary"),
      c: () => press('[data-act="copy"] button'),
      e: () => press('[data-act="edit"]'),
      r: () => press('[data-act="again"]'),
      "[": () => press('[data-act="earlier"]'),
      "]": () => press('[data-act="later"]'),
    };
    const move = moves[event.key.toLowerCase()];
    if (move) {
      event.preventDefault();
      move();
    }
  };
  return (
    <div className="logwrap">
      <div
        className="log" role="log" aria-live="off" aria-label="Conversation" aria-busy={running} tabIndex={0}
        ref={log} onKeyDown={step} data-testid="log"
      >
        <div className="col" ref={column}>{children}</div>
      </div>
      {away && conversation !== "" && (
        <button type="button" className="btn tolast" onClick={latest}>
          <Icon name="arrow-down" small />Latest
        </button>
      )}
    </div>
  );
}

function readerHolds(box) {
  const selection = document.getSelection();
  return Boolean(selection && !selection.isCollapsed && box.contains(selection.anchorNode));
}
