// A glyph of the sprite, for the page's own JavaScript components (Python's are in glyph.py).

/** `name` is that of its symbol in icons.svg, without the "i-". */
export const Icon = ({ name, small }) => (
  <svg className={small ? "i s" : "i"} aria-hidden="true"><use href={`/icons.svg#i-${name}`} /></svg>
);
