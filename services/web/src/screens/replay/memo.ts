import { Component, type FunctionComponent } from "preact";

/** Drawn again only when one of its properties is another. */
export function memo<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
  class Kept extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const [a, b] = [this.props as Record<string, unknown>, next as Record<string, unknown>];
      return Object.keys(b).some((name) => a[name] !== b[name]);
    }

    override render() {
      return draw(this.props);
    }
  }
  return Kept as unknown as FunctionComponent<P>;
}
