import { Mail } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import { allPages } from '../../bridge/all-pages.ts'
import type {
  Command,
  PaletteEntries,
  ReadThings,
  VerbCommand,
} from '../../components/palette/commands.ts'
import { addressErrors, mergeAddresses } from '../../forms/email-addresses.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useOfflineReason } from '../../components/palette/use-offline-reason.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

/** Handles `add email ada@example.com`. */
function useAddEmailVerb({ id }: Account): VerbCommand {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  const offline = useOfflineReason(id)

  async function run(email: string) {
    await latchkey(id).emails.add({ email })
    showToast(t('emails.added', { email: bidiIsolate(email) }))
    await queryClient.invalidateQueries({ queryKey: [id, 'addresses', 'own'] })
  }

  function suggest(email: string): Command[] {
    if (!email) return []
    return [
      {
        id: 'add-email',
        label: t('palette.addEmailTo', { email: bidiIsolate(email) }),
        icon: Mail,
        unavailable: addressErrors(email, [])?.[0] ?? offline(),
        group: 'palette.emails',
        run: () => run(email),
      },
    ]
  }

  return {
    id: 'add-email',
    verbs: splitAlternatives('palette.addEmailVerbs'),
    label: t('palette.addEmail'),
    icon: Mail,
    argument: t('palette.emailArgument'),
    suggest,
  }
}

function useThings({ id: account }: Account): ReadThings {
  const router = useRouter()
  return async (read) => {
    const { user, emails } = read(account)
    const listed = allPages((cursor) => emails.list({ cursor }))
    return mergeAddresses(...(await Promise.all([user.get(), listed]))).map(({ email, id }) => ({
      id: `email-${id ?? email}`,
      label: escapeBidi(email),
      icon: Mail,
      group: 'palette.emails',
      run: () =>
        router.push({ name: 'emails', params: { account }, query: { show: String(id ?? email) } }),
    }))
  }
}

export const emailsPalette: PaletteEntries = {
  useThings,
  verbs: [{ use: useAddEmailVerb, writes: true }],
}
