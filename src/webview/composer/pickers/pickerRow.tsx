import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Popup } from '../../popup/popup.tsx';
import { useOpen } from '../../popup/useOpen.ts';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../../ui/strings.ts';

/** Below this width the name of a value cannot be recognized. */
const PICKER_PX = 60;
const MORE_PX = 26;

/** The agent and its mode are always visible: the mode says whether the agent asks. */
const ALWAYS_SHOWN = 2;

export interface PickerItem {
  readonly key: string;
  readonly name: string;
  readonly hasWarning: boolean;
  readonly view: JSX.Element;
}

/** Pickers in one line that never wraps: they shrink, and those without room are in a menu. */
export function PickerRow({ items }: { items: readonly PickerItem[] }): JSX.Element {
  const row = useRef<HTMLDivElement>(null);
  const count = useFittingCount(row, items.length);
  const rest = items.slice(count);
  return (
    <div class="pickers" ref={row}>
      {items.slice(0, count).map(({ view }) => view)}
      {rest.length > 0 ? <MorePickers items={rest} /> : null}
    </div>
  );
}

function useFittingCount(row: RefObject<HTMLElement | null>, count: number): number {
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (row.current) {
      setWidth(row.current.clientWidth);
      observer.observe(row.current);
    }
    return () => observer.disconnect();
  }, []);
  return width >= count * PICKER_PX
    ? count
    : Math.max(ALWAYS_SHOWN, Math.floor((width - MORE_PX) / PICKER_PX));
}

function MorePickers({ items }: { items: readonly PickerItem[] }): JSX.Element {
  const { isOpen, container, button, open, close, onFocusOut } = useOpen();
  return (
    <div class="menu-anchor picker-more" ref={container} onFocusOut={onFocusOut}>
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-label={t('morePickers')}
        title={t('morePickers')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={isOpen ? close : open}
      >
        {items.some(({ hasWarning }) => hasWarning) ? (
          <Icon name="problems" class="picker-warning" />
        ) : (
          <Icon name="more" />
        )}
      </button>
      {isOpen ? (
        <Popup anchor={button}>
          <div
            role="dialog"
            aria-label={t('morePickers')}
            class="picker-rows"
            onKeyDown={event => event.key === 'Escape' && close()}
          >
            {items.map(({ key, name, view }) => (
              <div key={key} class="picker-line">
                <span class="picker-name">{name}</span>
                {view}
              </div>
            ))}
          </div>
        </Popup>
      ) : null}
    </div>
  );
}
