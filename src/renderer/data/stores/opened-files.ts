import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OpenedFile } from '../../../shared/app/desktop.ts'

type Kind = OpenedFile['kind']

/** Key files opened from outside, waiting for the screen that shows them. */
export const useOpenedFilesStore = defineStore('opened-files', () => {
  const waiting = shallowRef<readonly { kind: Kind; file: File }[]>([])

  function put(kind: Kind, files: readonly File[]) {
    waiting.value = [...waiting.value, ...files.map((file) => ({ kind, file }))]
  }

  function count(kind: Kind): number {
    return waiting.value.filter((one) => one.kind === kind).length
  }

  /** Removes and returns the files of a kind. */
  function take(kind: Kind): File[] {
    const taken = waiting.value.filter((one) => one.kind === kind)
    waiting.value = waiting.value.filter((one) => one.kind !== kind)
    return taken.map(({ file }) => file)
  }

  return { put, count, take }
})

/** Converts an opened file to a `File` of the page. */
export function fileOf({ name, base64 }: OpenedFile): File {
  return new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name)
}

/** The kind of keys in a file, by its name. */
export function kindOf(name: string): Kind | undefined {
  if (/\.pub$/i.test(name)) return 'ssh'
  return /\.asc$/i.test(name) ? 'gpg' : undefined
}
