import { KeySquare } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { OwnTokenEntry, OwnTokens } from '../../../shared/operations/own-tokens.ts'
import { scopeTexts } from '../../../shared/rules/token-scopes.ts'
import { nameLimit } from '../../../shared/rules/limits.ts'
import type {
  Command,
  PaletteEntries,
  ReadThings,
  VerbCommand,
} from '../../components/palette/commands.ts'
import { fromCache, useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { rankCommands } from '../../components/palette/filter.ts'
import { useRequestsStore } from '../../stores/requests.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t, textOf } from '../../ui/messages.ts'
import { useOfflineReason } from '../../components/palette/use-offline-reason.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'
import { codePointLength } from '../../../shared/rules/text-length.ts'

/**
 * `new token prod-cluster`: creates a Kubernetes token and shows it on the Tokens screen, which
 * also explains failures.
 */
function useNewTokenVerb({ id }: Account): VerbCommand {
  const router = useRouter()
  const requests = useRequestsStore()
  const offline = useOfflineReason(id)

  async function run(name: string) {
    requests.put(id, 'create-token', name)
    await router.push({ name: 'tokens', params: { account: id } })
  }

  function suggest(name: string): Command[] {
    if (!name) return []
    return [
      {
        id: 'new-token',
        label: t('palette.newTokenNamed', { name: bidiIsolate(name) }),
        icon: KeySquare,
        detail: t('palette.newTokenDetail'),
        unavailable:
          codePointLength(name) > nameLimit
            ? t('palette.nameTooLong', { limit: nameLimit })
            : offline(),
        group: 'palette.tokens',
        run: () => run(name),
      },
    ]
  }

  return {
    id: 'new-token',
    verbs: splitAlternatives('palette.newTokenVerbs'),
    label: t('palette.newToken'),
    icon: KeySquare,
    argument: t('palette.tokenArgument'),
    suggest,
  }
}

const actions = {
  rotate: {
    request: 'rotate-token',
    can: 'canRotate',
    label: 'palette.rotateToken',
    verbs: 'palette.rotateTokenVerbs',
    keywords: 'palette.rotateTokenKeywords',
    named: 'palette.rotateTokenNamed',
  },
  revoke: {
    request: 'revoke-token',
    can: 'canRevoke',
    label: 'palette.revokeToken',
    verbs: 'palette.revokeTokenVerbs',
    keywords: 'palette.revokeTokenKeywords',
    named: 'palette.revokeTokenNamed',
  },
} as const

/**
 * `rotate token deploy`: opens the rotation of the “deploy” token on the Tokens screen, or the
 * confirmation to revoke it.
 */
function useTokenVerb({ id: account }: Account, action: keyof typeof actions): VerbCommand {
  const host = useHost()
  const latchkey = useLatchkey()
  const router = useRouter()
  const requests = useRequestsStore()
  const offline = useOfflineReason(account)
  const { request, can, label, verbs, keywords, named } = actions[action]
  let loading: Promise<OwnTokens> | undefined

  /** Returns tokens from memory or, once while the palette is open, from GitLab. */
  async function read(): Promise<OwnTokens> {
    const cached = await fromCache(host, (reader) => reader(account).ownTokens.list({}))
    return cached?.value ?? latchkey(account).ownTokens.list({})
  }

  function commandOf(token: OwnTokenEntry): Command {
    const { id, name } = token
    return {
      id: `${request}-${id}`,
      label: t(named, { name: bidiIsolate(name) }),
      icon: KeySquare,
      detail: [t('tokens.id', { id }), ...scopeTexts(token).map(textOf)].join(' · '),
      unavailable: offline(),
      group: 'palette.tokens',
      keywords: name,
      run() {
        requests.put(account, request, String(id))
        return router.push({ name: 'tokens', params: { account } })
      },
    }
  }

  async function suggest(text: string): Promise<Command[]> {
    const { listed, tokens } = await (loading ??= read())
    if (listed !== 'all') return []
    return rankCommands(tokens.filter((token) => token[can]).map(commandOf), text)
      .map(({ command }) => command)
      .slice(0, 8)
  }

  return {
    id: request,
    verbs: splitAlternatives(verbs),
    label: t(label),
    icon: KeySquare,
    keywords: searchWords(label, keywords),
    argument: t('palette.tokenArgument'),
    suggest,
  }
}

/** The account’s tokens, active ones first. */
function useThings({ id: account }: Account): ReadThings {
  const router = useRouter()
  return async (read) => {
    const { tokens } = await read(account).ownTokens.list({})
    return tokens
      .toSorted((a, b) => Number(a.state === 'inactive') - Number(b.state === 'inactive'))
      .map(({ id, name, ...token }) => ({
        id: `token-${id}`,
        label: escapeBidi(name),
        icon: KeySquare,
        detail: scopeTexts(token).map(textOf).join(' · '),
        group: 'palette.tokens',
        run: () =>
          router.push({ name: 'tokens', params: { account }, query: { show: String(id) } }),
      }))
  }
}

export const tokensPalette: PaletteEntries = {
  useThings,
  verbs: [
    { use: useNewTokenVerb, writes: true },
    { use: (account) => useTokenVerb(account, 'rotate'), writes: true },
    { use: (account) => useTokenVerb(account, 'revoke'), writes: true },
  ],
}
