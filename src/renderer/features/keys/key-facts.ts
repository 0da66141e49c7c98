import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { fullMoment } from '../../ui/time/moments.ts'
import type { KeyFact } from './keys.ts'

/** A date as a fact, from an ISO 8601 string. Empty if there is no date. */
export function dateFact(label: string, at: string | null | undefined): KeyFact[] {
  const time = Date.parse(at ?? '')
  return Number.isNaN(time) ? [] : [{ label, value: fullMoment(time) }]
}

/** When a key was last used; null if never, undefined if GitLab doesn’t report it. */
export function lastUseFact(at: string | null | undefined): KeyFact[] {
  const label = t('keys.lastUsed')
  if (at === undefined) return [{ label, value: t('keys.useUnknown') }]
  return at ? dateFact(label, at) : [{ label, value: t('keys.neverUsed') }]
}

/** Phrases when a GPG key or subkey expires. */
export function expiryPhrase({ expires, expired }: { expires?: string; expired: boolean }): string {
  const time = Date.parse(expires ?? '')
  if (Number.isNaN(time)) return t('gpgKeys.noExpiry')
  return t(expired ? 'keys.expired' : 'keys.expires', { date: fullMoment(time) })
}

/** Facts about a key on this computer. */
interface LocalParts {
  files: readonly string[]
  /** The path to the private key, if there is one. */
  privateKey?: string | undefined
  hasPassphrase?: boolean | undefined
  /** The SSH agents that hold it; absent if none were queried. */
  agents?: readonly string[] | undefined
}

export function localFacts({ files, privateKey, hasPassphrase, agents }: LocalParts): KeyFact[] {
  const facts: (KeyFact | false | undefined)[] = [
    {
      label: t('keys.privateKey'),
      value: privateKey ?? t(agents?.length ? 'keys.inAgent' : 'keys.notHere'),
    },
    hasPassphrase !== undefined && {
      label: t('keys.passphrase'),
      value: t(hasPassphrase ? 'keys.passphraseSet' : 'keys.passphraseNone'),
    },
    agents && {
      label: t('keys.agent'),
      value: agents.length > 0 ? t('keys.names', { names: agents }) : t('keys.agentNone'),
    },
  ]
  return [...fileFact(files), ...facts.filter((fact) => typeof fact === 'object')]
}

/** Where a local key was found. */
export function fileFact(files: readonly string[]): KeyFact[] {
  const [label, value] = [
    t('keys.fileLabel', { count: files.length }),
    t('keys.names', { names: files.map(bidiIsolate) }),
  ]
  return files.length > 0 ? [{ label, value }] : []
}
