import type { JSX } from 'preact';
import type { ToolLocation } from '../../../core/session/transcript/entry.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { t } from '../../ui/strings.ts';

/** A link to a location in a file. The text is omitted where the title already contains it. */
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
 * A location as a URI with its line, counted from 1. A relative path stays relative: the extension resolves it in the
 * session's folders.
 */
export function locationUri({ path, line }: ToolLocation): string {
  const slashed = path.replaceAll('\\', '/').replaceAll(/\p{Surrogate}/gu, '\ufffd');
  const encoded = slashed.split('/').map(encodeURIComponent).join('/');
  const root = slashed.startsWith('/') ? 'file://' : /^[a-z]:/i.test(slashed) ? 'file:///' : '';
  return `${root}${encoded}${line === undefined ? '' : `#L${line + 1}`}`;
}
