import { representationBytes, type MentionRepresentation } from './mentionRepresentation.ts';
import { formatByteSize } from '../text/byteSize.ts';
import { t } from '../l10n.ts';

/** Describes how a mention will be sent, for its chip: `Embedded, 12 KB`, `Link: this agent doesn't support …`. */
export function describeRepresentation(representation: MentionRepresentation): string {
  const size = formatByteSize(representationBytes(representation));
  switch (representation.kind) {
    case 'embedded':
      return representation.cut === undefined
        ? t('Embedded, {0}', size)
        : t('Partially embedded, {0} (without {1})', size, representation.cut);
    case 'text':
      return representation.link
        ? describeLinkAndText(size, representation.cut)
        : describePlainText(size, representation.cut);
    case 'bytes':
      return t('Embedded as binary, {0}', size);
    case 'media':
      return representation.media.kind === 'image' ? t('Image, {0}', size) : t('Audio, {0}', size);
    case 'link':
      return representation.why === undefined ? t('Link') : t('Link: {0}', representation.why);
    case 'none':
      return t('Not sent: {0}', representation.why);
  }
}

const describeLinkAndText = (size: string, cut: string | undefined): string =>
  cut === undefined
    ? t("Link and text, {0} (this agent doesn't support embedded content)", size)
    : t(
        "Link and partial text, {0} (this agent doesn't support embedded content; without {1})",
        size,
        cut,
      );

const describePlainText = (size: string, cut: string | undefined): string =>
  cut === undefined
    ? t("Text, {0} (this agent doesn't support embedded content)", size)
    : t("Partial text, {0} (this agent doesn't support embedded content; without {1})", size, cut);
