/**
 * A card on the page: versions of its code in, painted frames out.
 *
 * Covers: one version at a time, newest first; the last good frame stays; errors count only at the end; state, focus and
 * typed text survive each new version while the card's hooks stay the same; painting errors are caught.
 * Does not cover: where code comes from, or what components exist.
 */
import { Component, createElement, type ComponentType, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { renderToStaticMarkup } from "react-dom/server.browser";
import { compile, type Scope } from "./compile";
import { closePrefix } from "./partial";
import { CardError, problemOf, type Problem } from "./problem";
import { hookSignature, type StableTypes } from "./stable";

export type Frame = { serial: number; ms: number; last: boolean };
type Version = { code: string; serial: number; done: boolean };
type Good = { component: ComponentType; key: string; code: string };

export type MountOptions = {
  element: HTMLElement;
  stable: StableTypes;
  wrap: (card: ReactNode) => ReactNode;
  /** The scope for `code`, once the chunks it needs are there. */
  prepare: (code: string) => Promise<Scope>;
  style: (code: string) => Promise<void>;
  onFrame: (frame: Frame) => void;
  onProblem: (problem: Problem, last: boolean) => void;
};

export class Mount {
  private readonly root: Root;
  private pending: Version | null = null;
  private busy = false;
  private good: Good | null = null;
  private seen = "";
  private epoch = 0;

  constructor(private readonly options: MountOptions) {
    this.root = createRoot(options.element, { onCaughtError: () => {}, onUncaughtError: () => {} });
  }

  /** Take a version; a newer one replaces it if it has not been painted yet. */
  push(version: Version): void {
    if (this.pending?.done === true && !version.done) return;
    this.pending = version;
    if (!this.busy) void this.work();
  }

  dispose(): void {
    this.pending = null;
    this.root.unmount();
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.pending !== null) {
      const version = this.pending;
      this.pending = null;
      await this.show(version);
    }
    this.busy = false;
  }

  private async show(version: Version): Promise<void> {
    const started = performance.now();
    const code = version.done ? version.code : closePrefix(version.code);
    if (code === null || (code === this.seen && !version.done)) return;
    this.seen = code;
    try {
      if (this.good?.code !== code) {
        const scope = await this.options.prepare(code);
        const component = compile(code, scope, !version.done);
        this.probe(component);
        await this.options.style(code);
        this.paint(component, code);
      }
      this.options.onFrame({ serial: version.serial, ms: performance.now() - started, last: version.done });
    } catch (error) {
      if (version.done) this.options.onProblem(problemOf(error, "render"), true);
    }
  }

  /** Render once to text, with no effects and apart from the live tree: what throws here never replaces a good frame. */
  private probe(component: ComponentType): void {
    try {
      this.options.stable.probe(() => renderToStaticMarkup(this.options.wrap(createElement(component))));
    } catch (error) {
      if (error instanceof Error && error.message.includes("Portals")) return;
      if (/Minified React error #257\b/.test(String(error))) return; // portals have no text form
      throw error instanceof CardError ? error : new CardError(problemOf(error, "render"));
    }
  }

  private paint(component: ComponentType, code: string): void {
    const key = `${hookSignature(component)}|${this.epoch}`;
    this.good = { component, key, code };
    flushSync(() => this.root.render(this.tree(component, key)));
  }

  private tree(component: ComponentType, key: string): ReactNode {
    const live = <Boundary onError={(error) => this.fail(error)}>{typeof component === "function" && !isClass(component) ? <Live key={key} run={component as Run} /> : createElement(component, { key })}</Boundary>;
    return this.options.wrap(live);
  }

  /** A frame that passed its probe broke in use: it has no good state to go back to, so it starts afresh once. */
  private fail(error: unknown): void {
    const good = this.good;
    this.options.onProblem(problemOf(error, "runtime"), true);
    if (good === null || this.epoch >= 3) return;
    this.epoch += 1;
    queueMicrotask(() => this.root.render(this.tree(good.component, `${good.key}|${this.epoch}`)));
  }
}

type Run = (props: object) => ReactNode;

/** Calls the newest version of the card as if it were its own body, so that hooks keep their state. */
function Live({ run }: { run: Run }): ReactNode {
  return run({});
}

function isClass(component: ComponentType): boolean {
  const prototype: unknown = component.prototype;
  return typeof prototype === "object" && prototype !== null && "isReactComponent" in prototype;
}

type BoundaryProps = { onError: (error: unknown) => void; children: ReactNode };

class Boundary extends Component<BoundaryProps, { broken: ReactNode | null }> {
  override state: { broken: ReactNode | null } = { broken: null };
  static getDerivedStateFromError(): { broken: ReactNode | null } {
    return { broken: "" };
  }
  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }
  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.broken !== null && before.children !== this.props.children) this.setState({ broken: null });
  }
  override render(): ReactNode {
    return this.state.broken === null ? this.props.children : null;
  }
}
