import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Repository, RepositoryScan } from '../../../shared/operations/repositories.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import { useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useIdentityReader } from './use-identity-reader.ts'

const states = { verified: 'ok', 'not-verified': 'wrong', unknown: 'unknown' } as const
export type RepositoryState = (typeof states)[keyof typeof states]

/** The repositories in the selected folders, with their commit identities. */
export function useRepositories(account: string) {
  const latchkey = useLatchkey()
  const host = useHost()
  const saving = useAsyncAction()
  const scanning = useAsyncAction()
  /** Undefined until loaded. */
  const folders = shallowRef<readonly string[]>()
  const suggested = shallowRef<readonly string[]>([])
  /** Folders to suggest after none were selected, until each is. */
  const suggestions = computed(() =>
    suggested.value.filter((folder) => !folders.value?.includes(folder)),
  )
  /** The last scan; undefined until one has finished. */
  const scanned = shallowRef<RepositoryScan>()
  const progress = ref({ repositories: 0, folders: 0 })
  const isCanceled = ref(false)
  let scans = 0

  const repositories = computed(() => scanned.value?.repositories ?? [])
  const reader = useIdentityReader({
    repositories: () => repositories.value,
    isPaused: () => scanning.busy.value,
    read: (paths) => latchkey(account).repositories.identities({ paths }),
  })

  const open = () =>
    saving.run(async () => {
      await show(await latchkey(account).repositories.folders({}))
    }, 'open')

  /** Saves the folders. Returns the failure, if any. */
  async function setFolders(chosen: readonly string[]): Promise<Failure | undefined> {
    const input = { folders: [...chosen] }
    const isSaved = await saving.run(async () => {
      await show(await latchkey(account).repositories.setFolders(input))
    }, chosen)
    return isSaved ? undefined : saving.failure.value
  }

  async function show(chosen: readonly string[]) {
    folders.value = chosen
    void scan()
    if (chosen.length === 0)
      suggested.value = await latchkey(account).repositories.suggestedFolders({})
  }

  /** Scans for repositories. Replaces a running scan. */
  async function scan() {
    scans += 1
    if (scanning.busy.value) await cancel()
    await scanning.run(async () => {
      const chosen = folders.value ?? []
      progress.value = { repositories: 0, folders: 0 }
      isCanceled.value = false
      scanned.value =
        chosen.length > 0
          ? await latchkey(account).repositories.scan({ folders: [...chosen] })
          : undefined
    }, scans)
    reader.readAgain()
  }

  async function cancel() {
    isCanceled.value = true
    // The scan itself reports failures.
    await latchkey(account)
      .repositories.cancelScan({})
      .catch(() => undefined)
  }

  /** A repository’s state; undefined until it has been read. */
  function stateOf({ path, problem }: Repository): RepositoryState | undefined {
    const identity = reader.identities.get(path)
    if (problem ?? identity?.problem) return 'unknown'
    return identity && states[identity.verdict]
  }

  onScopeDispose(
    host.on('repositoryScan', ({ account: of = account, ...found }) => {
      if (of === account) progress.value = found
    }),
  )
  onScopeDispose(() => scanning.busy.value && void cancel())

  return {
    folders,
    suggestions,
    scanned,
    repositories,
    reader,
    progress,
    saving,
    scanning,
    isCanceled,
    open,
    setFolders,
    scan,
    cancel,
    stateOf,
  }
}
