/** `asChild`: render the one child element with the props of its parent. Covers: merging class names, styles and handlers. */
import { cloneElement, isValidElement, type ElementType, type ReactElement, type ReactNode } from "react";
import { cx } from "../card";

type Props = Record<string, unknown> & { children?: ReactNode };

/** `<Tag {...props} />`, or with `asChild` the child itself carrying those props. */
export function Slot({ as: Tag, asChild, ...props }: { as: ElementType; asChild?: boolean | undefined } & Props): ReactNode {
  const { children, ...rest } = props;
  if (asChild !== true || !isValidElement(children)) return <Tag {...rest}>{children}</Tag>;
  const child = children as ReactElement<Props>; // isValidElement does not know the props
  return cloneElement(child, merge(rest, child.props));
}

function merge(parent: Props, child: Props): Props {
  const merged: Props = { ...parent, ...child };
  for (const [name, value] of Object.entries(parent)) {
    const own = child[name];
    if (name === "className") merged[name] = cx(String(value ?? ""), typeof own === "string" && own);
    else if (name === "style") merged[name] = { ...(value as object), ...(own as object | undefined) };
    else if (/^on[A-Z]/.test(name) && typeof value === "function" && typeof own === "function") {
      merged[name] = (...args: unknown[]) => {
        own(...args);
        value(...args);
      };
    }
  }
  return merged;
}

/** A component that is one element with our class: takes every attribute of the element, class names and ref included. */
export function part(tag: ElementType, base: string, slot = base): (props: Props) => ReactNode {
  return ({ className, asChild, ...props }) => (
    <Slot as={tag} asChild={asChild === true} data-slot={slot} className={cx(base, typeof className === "string" && className)} {...props} />
  );
}
