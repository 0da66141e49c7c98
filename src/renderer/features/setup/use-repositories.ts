import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Repository, RepositoryScan } from '../../../shared/operations/repositories.ts'
import { useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useIdentityReader } from './use-identity-reader.ts'

const states = { verified: 'ok', 'not-verified': 'wrong', unknown: 'unknown' } as const
export type RepositoryState = (typeof states)[keyof typeof states]

/** The repositories in the chosen folders, and the commit identity in each. */
export function useRepositories(account: string) {
  const latchkey = useLatchkey()
  const host = useHost()
  const saving = useAsyncAction()
  const scanning = useAsyncAction()
  /** Undefined until loaded. */
  const folders = shallowRef<readonly string[]>()
  /** The last scan; undefined before the first one ends. */
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
      folders.value = await latchkey(account).repositories.folders({})
      void scan()
    }, 'open')

  const setFolders = (chosen: readonly string[]) =>
    saving.run(async () => {
      const input = { folders: [...chosen] }
      folders.value = await latchkey(account).repositories.setFolders(input)
      void scan()
    }, chosen)

  /** Scans for repositories, replacing a running scan. */
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

  /** Undefined until it is read. */
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
