import { cleanEmail, isSameEmail } from '../../../shared/rules/email-address.ts'
import { addressErrors } from '../../forms/email-addresses.ts'
import type { FieldErrors, Fields } from '../../forms/form-field.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useForm } from '../../forms/use-form.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { Emails } from './use-emails.ts'

/** The form for a new address. `add` skips the form. */
export function useNewEmail({ account, user, ports, list, find, readAll }: Emails) {
  const { showToast } = useToast()
  const adding = useAsyncAction()
  const form = useForm({
    key: `email of ${user === undefined ? account : `${user} by ${account}`}`,
    from: { email: '', isTrusted: false },
    fields: ({ isTrusted }): Fields => ({
      email: {
        // Not type=email, because browsers rewrite non-ASCII domains in those.
        kind: 'text',
        label: t('emails.address'),
        placeholder: t('emails.addressPlaceholder'),
        isCode: true,
        hint: t(isTrusted ? 'emails.addressHintSkip' : 'emails.addressHint'),
      },
      ...(user !== undefined && {
        isTrusted: {
          kind: 'switch',
          label: t('forms.skipConfirmation'),
          hint: t('emails.skipConfirmationHint'),
        },
      }),
    }),
    check({ email }): FieldErrors {
      const errors = addressErrors(email, list.items.value)
      return errors ? { email: errors } : {}
    },
    submit: ({ email, isTrusted }) => send(email, isTrusted),
  })

  async function send(typed: string, isTrusted: boolean) {
    const email = cleanEmail(typed)
    await ports.add(email, isTrusted)
    await readAll()
    const isConfirmed = find(email)?.isConfirmed
    // The field may contain another address by now.
    if (isSameEmail(cleanEmail(form.values.email), email)) form.values.email = ''
    form.values.isTrusted = false
    showToast(t(isConfirmed ? 'emails.addedConfirmed' : 'emails.added', { email }))
  }

  return {
    form,
    adding,
    add: (email: string) => adding.run(() => send(email, false)),
  }
}
