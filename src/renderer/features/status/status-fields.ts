import { statusMessageLimit } from '../../../shared/rules/limits.ts'
import type { Fields } from '../../forms/form-field.ts'
import { t } from '../../ui/messages.ts'

/** A status’s form fields, except those for timing. */
export function statusFields(): Fields {
  return {
    emoji: { kind: 'own' },
    message: {
      kind: 'text',
      label: t('status.message'),
      placeholder: t('status.messagePlaceholder'),
      limit: statusMessageLimit,
      counts: true,
    },
    busy: { kind: 'switch', label: t('status.busy'), hint: t('status.busyHint') },
  }
}
