import {
  Component,
  type ComponentChild,
  type ComponentClass,
  type FunctionComponent,
} from 'preact';

/** A part that is drawn again only if one of its properties is another value. */
export function memo<P extends object>(draw: FunctionComponent<P>): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return !same(this.props, next);
    }

    render(props: P): ComponentChild {
      return draw(props);
    }
  };
}

function same(one: object, other: object): boolean {
  const values = new Map(Object.entries(one));
  const entries = Object.entries(other);
  return (
    entries.length === values.size &&
    entries.every(([name, value]) => values.has(name) && Object.is(values.get(name), value))
  );
}
