import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import { type Favorites, withFavoriteChange } from '../../core/chat/favorites.ts';
import { SetFavorite } from '../../core/chat/messages.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { asRecord } from '../../core/json.ts';
import type { ChatRequestListener } from './chatWebview.ts';
import { parseFavorite } from './parseMessages.ts';

const KEY = 'accord.favourites';

/** Keeps the values of pickers that the user likes best, for all windows. */
export class FavoriteValues implements ChatRequestListener {
  readonly #memory: vscode.Memento;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  get all(): Favorites {
    const kept = Object.entries(asRecord(this.#memory.get<unknown>(KEY)) ?? {});
    return Object.fromEntries(
      kept.map(([picker, values]) => [picker, Array.isArray(values) ? values.map(String) : []]),
    );
  }

  listen(rpc: MessageConnection): void {
    rpc.onNotification(SetFavorite, raw => {
      const favour = parseFavorite(raw);
      if (favour) {
        void this.#memory.update(KEY, withFavoriteChange(this.all, favour));
        this.#changed.fire();
      }
    });
  }
}
