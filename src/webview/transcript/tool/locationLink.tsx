import type { JSX } from 'preact';
import type { ToolLocation } from '../../../core/session/transcript/entry.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { t } from '../../ui/strings.ts';

/** A link to a location in a file. The text is omitted where the title already contains it. */
export function LocationLink({
  location,
  title,
}: {
  location: ToolLocation;
  title?: string;
}): JSX.Element {
  const name = location.path.slice(
    Math.max(location.path.lastIndexOf('/'), location.path.lastIndexOf('\\')) + 1,
  );
  const label = location.line === undefined ? name : `${name}:${location.line + 1}`;
  return (
    <Link class="location" target={locationUri(location)} label={t('openAt', label)}>
      {title?.includes(name) ? <Icon name="file" /> : label}
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
