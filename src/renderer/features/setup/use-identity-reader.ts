import { computed, reactive, ref, shallowReactive, shallowRef } from 'vue'
import type { Repository, RepositoryIdentity } from '../../../shared/operations/repositories.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import { identitiesAtOnce } from '../../../shared/rules/repositories.ts'
import { failureOf } from '../../bridge/latchkey.ts'

interface Options {
  repositories(): readonly Repository[]
  /** Whether reading is paused. */
  isPaused(): boolean
  read(paths: string[]): Promise<RepositoryIdentity[]>
}

/** Reads the commit identity in visible repositories first and in others on request. */
export function useIdentityReader({ repositories, isPaused, read }: Options) {
  /** By path. Outdated identities are kept until they are reloaded. */
  const identities = shallowReactive(new Map<string, RepositoryIdentity>())
  const failure = shallowRef<Failure>()
  const upToDate = reactive(new Set<string>())
  let visible: ReadonlySet<string> = new Set()
  const readsAll = ref(false)
  let isReading = false

  const readable = computed(() => repositories().filter(({ problem }) => !problem))
  /** The number of repositories that haven’t been read. */
  const unread = computed(() => readable.value.filter(({ path }) => !upToDate.has(path)).length)

  async function readNext() {
    if (isReading) return
    isReading = true
    failure.value = undefined
    try {
      // Wait a tick, so repositories that scroll into view together are read together.
      await Promise.resolve()
      for (let paths = nextPaths(); paths.length > 0; paths = nextPaths()) await readNow(paths)
    } catch (error) {
      failure.value = failureOf(error)
    } finally {
      isReading = false
    }
  }

  function nextPaths(): string[] {
    if (isPaused()) return []
    const unreadPaths = readable.value.flatMap(({ path }) => (upToDate.has(path) ? [] : path))
    const onScreen = unreadPaths.filter((path) => visible.has(path))
    const others = readsAll.value ? unreadPaths.filter((path) => !visible.has(path)) : []
    return [...onScreen, ...others].slice(0, identitiesAtOnce)
  }

  async function readNow(paths: string[]) {
    for (const path of paths) upToDate.add(path)
    try {
      for (const identity of await read(paths)) identities.set(identity.path, identity)
    } catch (error) {
      for (const path of paths) upToDate.delete(path)
      throw error
    }
  }

  /** Reads all repositories again, for example after a change. */
  function readAgain() {
    upToDate.clear()
    void readNext()
  }

  /** Records which repositories are in view. */
  function setVisible(paths: readonly string[]) {
    visible = new Set(paths)
    void readNext()
  }

  /** Sets whether to read repositories that are out of view, too. */
  function readAll(isEnabled: boolean) {
    readsAll.value = isEnabled
    if (isEnabled) void readNext()
  }

  return { identities, failure, unread, readNext, readAgain, readAll, setVisible }
}
