import { Mail } from '@lucide/vue'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Command, PaletteEntries, VerbCommand } from '../../components/palette/commands.ts'
import { addressErrors } from '../../forms/email-addresses.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
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

export const emailsPalette: PaletteEntries = { verbs: [{ use: useAddEmailVerb, writes: true }] }
