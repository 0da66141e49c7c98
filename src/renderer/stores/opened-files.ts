import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OpenedFile } from '../../shared/operations/desktop.ts'

type Kind = OpenedFile['kind'] | 'picture' | 'users'

/** Names of the files that each screen takes. */
const patterns = {
  ssh: /\.pub$/i,
  gpg: /\.asc$/i,
  picture: /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i,
  users: /\.[ct]sv$/i,
} as const satisfies Record<Kind, RegExp>

/** Files opened from outside the page or dropped on another screen, kept until a screen claims them. */
export const useOpenedFilesStore = defineStore('opened-files', () => {
  const pending = shallowRef<readonly { kind: Kind; file: File }[]>([])

  function put(kind: Kind, files: readonly File[]) {
    pending.value = [...pending.value, ...files.map((file) => ({ kind, file }))]
  }

  /** Adds dropped files of a kind; returns how many there are. */
  function putDropped(kind: Kind, files: readonly File[]): number {
    const matching = files.filter(({ name }) => patterns[kind].test(name))
    put(kind, matching)
    return matching.length
  }

  function count(kind: Kind): number {
    return pending.value.filter((one) => one.kind === kind).length
  }

  /** Removes and returns all files of a kind. */
  function take(kind: Kind): File[] {
    const files = pending.value.filter((one) => one.kind === kind)
    pending.value = pending.value.filter((one) => one.kind !== kind)
    return files.map(({ file }) => file)
  }

  return { put, putDropped, count, take }
})

/** Converts an opened file to a `File`. */
export function openedFile({ name, base64 }: OpenedFile): File {
  return new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name)
}
