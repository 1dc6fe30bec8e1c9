import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import { type Favourites, favouritesAfter } from '../../core/chat/favourites.ts';
import { SetFavourite } from '../../core/chat/messages.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { asRecord } from '../../core/json.ts';
import type { PageRequests } from './chatPage.ts';
import { parseFavour } from './parse.ts';

const KEY = 'accord.favourites';

/** Keeps the values of pickers that the user likes best, for all windows. */
export class FavouriteValues implements PageRequests {
  readonly #memory: vscode.Memento;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  get all(): Favourites {
    const kept = Object.entries(asRecord(this.#memory.get<unknown>(KEY)) ?? {});
    return Object.fromEntries(
      kept.map(([picker, values]) => [picker, Array.isArray(values) ? values.map(String) : []]),
    );
  }

  listen(rpc: MessageConnection): void {
    rpc.onNotification(SetFavourite, raw => {
      const favour = parseFavour(raw);
      if (favour) {
        void this.#memory.update(KEY, favouritesAfter(this.all, favour));
        this.#changed.fire();
      }
    });
  }
}
