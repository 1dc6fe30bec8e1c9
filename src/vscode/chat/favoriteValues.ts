import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import { type Favorites, withFavoriteChange } from '../../core/chat/favorites.ts';
import { SetFavorite } from '../../core/chat/messages.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { asRecord } from '../../core/json.ts';
import type { ChatRequestListener } from './chatWebview.ts';
import { parseFavorite } from './parseMessages.ts';

const KEY = 'accord.favourites';

/** Stores the favorite values of pickers, for all windows. */
export class FavoriteValues implements ChatRequestListener {
  readonly #memento: vscode.Memento;
  readonly #changeEmitter = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changeEmitter.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get all(): Favorites {
    const stored = Object.entries(asRecord(this.#memento.get<unknown>(KEY)) ?? {});
    return Object.fromEntries(
      stored.map(([picker, values]) => [picker, Array.isArray(values) ? values.map(String) : []]),
    );
  }

  listen(rpc: MessageConnection): void {
    rpc.onNotification(SetFavorite, raw => {
      const change = parseFavorite(raw);
      if (change) {
        void this.#memento.update(KEY, withFavoriteChange(this.all, change));
        this.#changeEmitter.fire();
      }
    });
  }
}
