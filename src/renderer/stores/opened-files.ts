import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OpenedFile } from '../../shared/operations/desktop.ts'

type Kind = OpenedFile['kind']

/** Key files opened from outside the page, kept until a screen claims them. */
export const useOpenedFilesStore = defineStore('opened-files', () => {
  const pending = shallowRef<readonly { kind: Kind; file: File }[]>([])

  function put(kind: Kind, files: readonly File[]) {
    pending.value = [...pending.value, ...files.map((file) => ({ kind, file }))]
  }

  /** Adds dropped files that may contain public keys; returns the first one’s kind. */
  function putDropped(files: readonly File[]): Kind | undefined {
    const ssh = files.filter(({ name }) => /\.pub$/i.test(name))
    const gpg = files.filter(({ name }) => /\.asc$/i.test(name))
    put('ssh', ssh)
    put('gpg', gpg)
    if (ssh.length > 0) return 'ssh'
    return gpg.length > 0 ? 'gpg' : undefined
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
