import { computed, ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import { mayHaveHappened } from '../../../shared/failure.ts'
import type { GpgKeyImportResult } from '../../../shared/app/gpg-keys.ts'
import type { LocalSshKeyRow, SshKeyImportResult } from '../../../shared/app/local-keys.ts'
import { failureOf, fromCache, useHost } from '../../data/latchkey.ts'
import type { Latchkey } from '../../data/latchkey.ts'
import { portions, readGiven } from './given-files.ts'
import type { Encode, GivenFile } from './given-files.ts'
import { keyResult, notTried, resultsSentence } from './key-results.ts'
import type { KeyResult } from './key-results.ts'
import { useAction } from '../../data/use-action.ts'
import { useAccountQuery } from '../../data/use-service-query.ts'
import { useToast } from '../../ui/use-toast.ts'

/** A file, or a key in it, of which nothing is imported. */
export type UnusedFile = Exclude<LocalSshKeyRow, { kind: 'key' }>
type FileRow = UnusedFile | { kind: 'key'; localKeyId: string; privateKey?: string }

/** What one kind of keys can do. */
export interface KeyPorts<Account, Local, Choice> {
  /** Which keys, and whose. */
  key: readonly unknown[]
  /** Looks through this machine; answers what it could not use. */
  scan(): Promise<readonly FileRow[]>
  read(files: GivenFile[]): Promise<readonly FileRow[]>
  list(read?: Latchkey): Promise<{ account: Account[]; local: Local[] }>
  import(keys: Choice[]): Promise<readonly (SshKeyImportResult | GpgKeyImportResult)[]>
  /** Reads one key of the account anew. */
  get(id: number): Promise<Partial<Account>>
  remove(id: number): Promise<unknown>
  encode: Encode
  /** Bytes of a file, and files at once. */
  limits: { bytes: number; files: number }
}

/** Keys that are imported in one call, so that one sees it go on. */
const importedAtOnce = 10

/** The keys of an account beside those of this machine, and what can be done with them. */
export function useKeys<
  Account extends { id: number },
  Local,
  Choice extends { localKeyId: string },
>(account: string, ports: KeyPorts<Account, Local, Choice>) {
  const { say } = useToast()
  const reading = useAction()
  const importing = useAction()
  const looking = useAction()
  const removing = useAction()
  const scanned = shallowRef<readonly FileRow[]>([])
  const given = shallowRef<readonly FileRow[]>([])
  const results = shallowRef<KeyResult[]>([])
  const progress = ref({ done: 0, of: 0 })

  const host = useHost()
  let scanning: Promise<readonly FileRow[]>
  const list = useAccountQuery(account, ports.key, () => beside((scanning = ports.scan())), {
    cached: () => fromCache(host, (read) => beside(scanning, read)),
  })
  /** Private keys that lie beside their public ones, as they should: nothing to worry about. */
  const privateKeys = computed(
    () =>
      new Set(scanned.value.flatMap((row) => (row.kind === 'key' ? (row.privateKey ?? []) : []))),
  )
  /** Ids of the keys that came here by hand since the screen was opened. */
  const brought = computed(
    () => new Set(given.value.flatMap((row) => (row.kind === 'key' ? row.localKeyId : []))),
  )
  const unused = computed(() => [
    ...given.value.filter(isUnused),
    ...scanned.value.filter(isUnused).filter(({ file }) => !privateKeys.value.has(file)),
  ])

  async function beside(scan: Promise<readonly FileRow[]>, read?: Latchkey) {
    const rows = await scan
    const lists = await ports.list(read)
    scanned.value = rows
    return lists
  }

  /** Reads the lists again without looking through the machine. */
  const readLists = () => list.reloadBy(() => ports.list())

  const takeFiles = (files: readonly File[]) =>
    take(async () => {
      const { encode, limits } = ports
      const read = await Promise.all(files.map((file) => readGiven(file, limits.bytes, encode)))
      const rows: FileRow[] = read.flatMap((one) => ('unread' in one ? unreadRow(one.unread) : []))
      const readable = read.flatMap((one) => ('file' in one ? one : []))
      for (const portion of portions(readable, limits.files)) {
        rows.push(...(await ports.read(portion)))
      }
      return rows
    })

  /** Answers whether all of the text was a key, so that nothing of it is needed any more. */
  async function takeText(text: string): Promise<boolean> {
    let isUsed = false
    await take(async () => {
      const rows = await ports.read([
        { name: 'The pasted text', text: text.slice(0, ports.limits.bytes + 1) },
      ])
      isUsed = rows.every((row) => row.kind === 'key' || (row.kind === 'refused' && row.secret))
      return rows
    })
    return isUsed
  }

  async function take(read: () => Promise<FileRow[] | readonly FileRow[]>) {
    const isRead = await reading.run(async () => {
      const rows = await read()
      const names = new Set(rows.flatMap((row) => ('file' in row ? row.file : [])))
      given.value = [
        ...rows,
        ...given.value.filter((row) => !('file' in row) || !names.has(row.file)),
      ]
      say(readSentence(rows))
    })
    if (isRead) await readLists()
  }

  /** Imports keys, each with what it is called; `before` are results that stand already. */
  async function importKeys(
    keys: readonly { choice: Choice; title: string }[],
    before: KeyResult[] = [],
  ) {
    await importing.run(async () => {
      const done: KeyResult[] = []
      const show = () => (results.value = [...done, ...before])
      progress.value = { done: 0, of: keys.length }
      try {
        for (let at = 0; at < keys.length; at += importedAtOnce) {
          const some = keys.slice(at, at + importedAtOnce)
          const answers = await ports.import(some.map(({ choice }) => choice))
          done.push(...answers.map((answer, index) => keyResult(some[index]!.title, answer)))
          progress.value = { done: done.length, of: keys.length }
          if (answers.some(({ outcome }) => outcome === 'not-tried')) break
        }
      } finally {
        const rest = keys.slice(done.length)
        done.push(...rest.map(({ choice, title }) => notTried(choice.localKeyId, title)))
        show()
        await readLists()
      }
      const [only, ...others] = results.value
      // One that went well needs no list.
      if (only?.outcome === 'imported' && others.length === 0) {
        results.value = []
        say(`${only.title} was imported.`)
      } else say(resultsSentence(results.value))
    })
  }

  /** Looks whether a key is still on the account, and as it is shown. */
  function look(id: number, name: string): Promise<boolean> {
    return looking.run(async () => {
      try {
        const fresh = await ports.get(id)
        const { account: before = [], local = [] } = list.data.value ?? {}
        list.set({
          account: before.map((key) => (key.id === id ? { ...key, ...fresh } : key)),
          local,
        })
        say(`${name} is on the account, as it is shown.`)
      } catch (error) {
        if (failureOf(error).kind !== 'not-found') throw error
        await readLists()
        say(`${name} is not on the account any more.`)
      }
    }, id)
  }

  /** Deletes a key of the account; answers whether it is gone. */
  function remove(id: number, name: string): Promise<boolean> {
    return removing.run(async () => {
      try {
        await ports.remove(id)
      } catch (error) {
        // Gone already, or an answer that was lost: what is there now decides.
        const failed = failureOf(error)
        if (failed.kind !== 'not-found' && !mayHaveHappened(failed)) throw error
        list.set(await ports.list())
        if (list.data.value?.account.some((key) => key.id === id)) throw error
      }
      say(`${name} was deleted.`)
      await readLists()
    }, id)
  }

  return {
    list,
    unused,
    brought,
    privateKeys,
    reading,
    importing,
    looking,
    removing,
    results,
    progress,
    readLists,
    takeFiles,
    takeText,
    importKeys,
    look,
    remove,
  }
}

/** What every kind of keys does in the same way. */
export type KeyWork = Pick<
  ReturnType<typeof useKeys>,
  'unused' | 'privateKeys' | 'reading' | 'importing' | 'results' | 'takeFiles' | 'takeText'
> & {
  list: Omit<ReturnType<typeof useKeys>['list'], 'set' | 'reloadBy' | 'data'> & {
    data: Ref<unknown>
  }
}

function isUnused(row: FileRow): row is UnusedFile {
  return row.kind !== 'key'
}

function unreadRow(file: string): UnusedFile {
  return {
    kind: 'skipped',
    file,
    message: `${file} could not be read.`,
    hint: 'Look whether you may read it, and choose it again.',
  }
}

function readSentence(rows: readonly FileRow[]): string {
  const count = (kind: FileRow['kind']) => rows.filter((row) => row.kind === kind).length
  const [keys, refused] = [count('key'), count('refused')]
  const found =
    keys === 0 ? 'No key was found' : `${keys} ${keys === 1 ? 'key was' : 'keys were'} found`
  return refused > 0 ? `${found}, and ${refused} refused.` : `${found}.`
}
