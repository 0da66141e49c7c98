import { KeyRound } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import { allPages } from '../../bridge/all-pages.ts'
import type { Command, PaletteEntries, VerbCommand } from '../../components/palette/commands.ts'
import { type LatchkeyClient, fromCache, useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useRequestsStore } from '../../stores/requests.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { fullDayOfMoment } from '../../ui/time/moments.ts'
import { rankCommands } from '../../components/palette/filter.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

/** `renew build machine`: opens the renewal form for the SSH key with this name. */
function useRenewVerb({ id: account }: Account): VerbCommand {
  const host = useHost()
  const latchkey = useLatchkey()
  const router = useRouter()
  let loading: Promise<SshKey[]> | undefined

  const load = (read: LatchkeyClient) =>
    allPages((cursor) => read(account).sshKeys.list({ cursor }))

  /** Returns keys from memory or, once while the palette is open, from GitLab. */
  async function read(): Promise<SshKey[]> {
    const cached = await fromCache(host, load)
    return cached?.value ?? load(latchkey)
  }

  function commandOf({ id, title, expires_at }: SshKey): Command {
    return {
      id: `renew-ssh-${id}`,
      label: t('palette.renewKey', { name: bidiIsolate(title) }),
      icon: KeyRound,
      detail: expires_at
        ? t('palette.expires', { date: fullDayOfMoment(Date.parse(expires_at)) })
        : '',
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

export const keysPalette: PaletteEntries = {
  useCommands,
  verbs: [{ use: useRenewVerb, writes: true }],
}
