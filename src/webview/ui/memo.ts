import {
  Component,
  type ComponentChild,
  type ComponentClass,
  type FunctionComponent,
} from 'preact';

type Props = Readonly<Record<string, unknown>>;

/** A component that is rendered again only if one of its properties changes. */
export function memo<P extends Props>(draw: FunctionComponent<P>): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return !isSame(this.props, next);
    }

    render(props: P): ComponentChild {
      return draw(props);
    }
  };
}

function isSame(one: Props, other: Props): boolean {
  for (const name in other) {
    if (one[name] !== other[name]) {
      return false;
    }
  }
  return true;
}
