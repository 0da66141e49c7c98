import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OpenedFile } from '../../../shared/app/desktop.ts'

type Kind = OpenedFile['kind']

/** Files of keys that came from outside and wait for the screen that shows what is in them. */
export const useOpenedFilesStore = defineStore('opened-files', () => {
  const waiting = shallowRef<readonly { kind: Kind; file: File }[]>([])

  function put(kind: Kind, files: readonly File[]) {
    waiting.value = [...waiting.value, ...files.map((file) => ({ kind, file }))]
  }

  function count(kind: Kind): number {
    return waiting.value.filter((one) => one.kind === kind).length
  }

  /** Whoever takes them shows them; they do not come again. */
  function take(kind: Kind): File[] {
    const taken = waiting.value.filter((one) => one.kind === kind)
    waiting.value = waiting.value.filter((one) => one.kind !== kind)
    return taken.map(({ file }) => file)
  }

  return { put, count, take }
})

/** A file as the page's own ones are. */
export function fileOf({ name, base64 }: OpenedFile): File {
  return new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name)
}

/** Of which kind the keys in a file are, as far as its name tells. */
export function kindOf(name: string): Kind | undefined {
  if (/\.pub$/i.test(name)) return 'ssh'
  return /\.asc$/i.test(name) ? 'gpg' : undefined
}
