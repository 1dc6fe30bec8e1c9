import type { JSX } from 'preact';
import type { ToolLocation } from '../../../core/session/transcript/entry.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { t } from '../../ui/strings.ts';

/** A place in a file that opens. Its line is left out where the title says the same already. */
export function LocationLink({
  place,
  title,
}: {
  place: ToolLocation;
  title?: string;
}): JSX.Element {
  const name = place.path.slice(
    Math.max(place.path.lastIndexOf('/'), place.path.lastIndexOf('\\')) + 1,
  );
  const words = place.line === undefined ? name : `${name}:${place.line + 1}`;
  return (
    <Link class="place" target={locationUri(place)} label={t('openAt', words)}>
      {title?.includes(words) ? <Icon name="file" /> : words}
    </Link>
  );
}

/**
 * A place as an address with its line, counted from 1 as everywhere outside. A path that begins nowhere is left so: the
 * extension looks for it in the session's folders.
 */
export function locationUri({ path, line }: ToolLocation): string {
  const slashed = path.replaceAll('\\', '/').replaceAll(/\p{Surrogate}/gu, '\ufffd');
  const encoded = slashed.split('/').map(encodeURIComponent).join('/');
  const root = slashed.startsWith('/') ? 'file://' : /^[a-z]:/i.test(slashed) ? 'file:///' : '';
  return `${root}${encoded}${line === undefined ? '' : `#L${line + 1}`}`;
}
