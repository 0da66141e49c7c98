import { jsonFile } from '../../infra/files/json-file.ts'
import type { Feature, HostContext } from '../feature.ts'
import { SafeMode, StartsFile } from './safe-mode.ts'
import { watchStart } from './watch-start.ts'

interface Needs {
  /** The accounts that are signed in at the start. */
  accounts: readonly string[]
  onLeave(): void
}

export interface SafeModeFeature extends Feature<'safeMode'> {
  safeMode: SafeMode
  /** Forgets failed starts. */
  clear(): void
}

/** Loads nothing by itself after failed starts. */
export function safeModeFeature(context: HostContext, needs: Needs): SafeModeFeature {
  const { clock, events, inFolder, log } = context
  const path = inFolder('starts.json')
  const file = jsonFile(path, StartsFile, log)
  const safeMode = new SafeMode({
    file,
    accounts: needs.accounts,
    after: clock.after,
    watch: ({ bad, good }) => watchStart(path, bad, good),
    changed: (state) => events.emit('safeMode', state),
  })
  return {
    safeMode,
    clear: () => file.remove(),
    handlers: {
      safeMode: {
        state: () => safeMode.state(),
        leave() {
          const state = safeMode.leave()
          needs.onLeave()
          return state
        },
      },
    },
    forgetAccount: 'remembers nothing',
    close: () => safeMode.close(),
  }
}
