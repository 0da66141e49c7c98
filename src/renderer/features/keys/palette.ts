import { KeyRound } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import { allPages } from '../../bridge/all-pages.ts'
import type {
  Command,
  PaletteEntries,
  ReadThings,
  VerbCommand,
} from '../../components/palette/commands.ts'
import { type LatchkeyClient, fromCache, useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useRequestsStore } from '../../stores/requests.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t } from '../../ui/messages.ts'
import { fullDayOfMoment } from '../../ui/time/moments.ts'
import { rankCommands } from '../../components/palette/filter.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'
import { gpgKeyName } from './gpg.ts'

/** `renew build machine`: opens the renewal form for the SSH key with this name. */
function useRenewVerb({ id: account }: Account): VerbCommand {
  const host = useHost()
  const latchkey = useLatchkey()
  const router = useRouter()
  let loading: Promise<SshKey[]> | undefined

  /** Returns keys from memory or, once while the palette is open, from GitLab. */
  async function read(): Promise<SshKey[]> {
    const cached = await fromCache(host, (reader) => sshKeysOf(account, reader))
    return cached?.value ?? sshKeysOf(account, latchkey)
  }

  function commandOf({ id, title, expires_at }: SshKey): Command {
    return {
      id: `renew-ssh-${id}`,
      label: t('palette.renewKey', { name: bidiIsolate(title) }),
      icon: KeyRound,
      detail: expiryText(expires_at),
      group: 'palette.keys',
      keywords: title,
      run: () =>
        router.push({
          name: 'keys',
          params: { account },
          query: { show: `ssh-${id}`, renew: '1' },
        }),
    }
  }

  async function suggest(text: string): Promise<Command[]> {
    const keys = await (loading ??= read())
    const byExpiry = keys.toSorted((a, b) => expiryOf(a) - expiryOf(b))
    return rankCommands(byExpiry.map(commandOf), text)
      .map(({ command }) => command)
      .slice(0, 8)
  }

  return {
    id: 'renew',
    verbs: splitAlternatives('palette.renewVerbs'),
    label: t('palette.renew'),
    icon: KeyRound,
    keywords: searchWords('palette.renew', 'palette.renewKeywords'),
    argument: t('palette.renewArgument'),
    suggest,
  }
}

const sshKeysOf = (account: string, read: LatchkeyClient) =>
  allPages((cursor) => read(account).sshKeys.list({ cursor }))

const expiryText = (at: string | null | undefined) =>
  at ? t('palette.expires', { date: fullDayOfMoment(Date.parse(at)) }) : ''

function expiryOf({ expires_at }: SshKey): number {
  return Date.parse(expires_at ?? '') || Infinity
}

function useCommands(account: Account | undefined): () => Command[] {
  const router = useRouter()
  const requests = useRequestsStore()
  return () => {
    if (!account || account.canWrite === false) return []
    return [
      {
        id: 'import-keys',
        label: t('palette.importKeys'),
        icon: KeyRound,
        group: 'app.groupActions',
        keywords: searchWords('palette.importKeys', 'palette.importKeysKeywords'),
        run: () => {
          requests.put(account.id, 'import-keys')
          return router.push({ name: 'keys', params: { account: account.id } })
        },
      },
    ]
  }
}

/** The account’s keys of both kinds. */
function useThings({ id: account }: Account): ReadThings {
  const router = useRouter()
  const commandOf = (id: string, kind: string, name: string, expires?: string | null): Command => ({
    id: `key-${id}`,
    label: escapeBidi(name),
    icon: KeyRound,
    detail: [kind, expiryText(expires)].filter(Boolean).join(' · '),
    group: 'palette.keys',
    run: () => router.push({ name: 'keys', params: { account }, query: { show: id } }),
  })
  return async (read) => {
    const [sshKeys, gpgKeys] = await Promise.all([
      sshKeysOf(account, read),
      read(account).localGpgKeys.list(),
    ])
    return [
      ...sshKeys.map(({ id, title, expires_at }) =>
        commandOf(`ssh-${id}`, 'SSH', title, expires_at),
      ),
      ...gpgKeys.account.map(({ id, details }) =>
        commandOf(`gpg-${id}`, 'GPG', gpgKeyName(details, id), details?.expires),
      ),
    ]
  }
}

export const keysPalette: PaletteEntries = {
  useCommands,
  useThings,
  verbs: [{ use: useRenewVerb, writes: true }],
}
