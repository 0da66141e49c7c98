import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import { nameLimit } from '../../../shared/rules/limits.ts'
import type { Command, PaletteEntries, VerbCommand } from '../../components/palette/commands.ts'
import { useRequestsStore } from '../../stores/requests.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { useOfflineReason } from '../../components/palette/use-offline-reason.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'
import { codePointLength } from '../../../shared/rules/text-length.ts'

/** `new token prod-cluster`: creates a Kubernetes token and shows it in Tokens, where a failure is explained, too. */
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
    argument: t('palette.tokenArgument'),
    suggest,
  }
}

export const tokensPalette: PaletteEntries = { verbs: [{ use: useNewTokenVerb, writes: true }] }
