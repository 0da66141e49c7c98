import type { OwnTokenScope } from '../../../shared/service/token-limits.ts'
import type { Fields } from '../../data/form-field.ts'
import { tokenFields } from '../../data/token-fields.ts'
import type { TokenDraft } from '../../data/token-fields.ts'

export type OwnTokenDraft = TokenDraft<OwnTokenScope>

export const freshDraft = (): OwnTokenDraft => ({
  name: '',
  description: '',
  scopes: ['k8s_proxy'],
  expires_at: { kind: 'never', day: '' },
})

const scopeChoices: readonly { value: OwnTokenScope; hint: string }[] = [
  {
    value: 'k8s_proxy',
    hint: 'Reaches your Kubernetes clusters through GitLab, for example with kubectl.',
  },
  { value: 'self_rotate', hint: 'Replaces itself with a new token before it expires.' },
]

/** The fields of a token of one's own, which not every version of the service lets rotate itself. */
export function ownTokenFields(canRotate: boolean): Fields {
  return {
    name: {
      ...tokenFields.name,
      placeholder: 'kubectl on my laptop',
      hint: 'Shown in your list of tokens on the web.',
    },
    description: tokenFields.description,
    scopes: {
      kind: 'scopes',
      required: 'choose at least one',
      choices: scopeChoices.filter(({ value }) => canRotate || value !== 'self_rotate'),
    },
    expires_at: {
      kind: 'expiry',
      never: 'No date',
      hint: 'It works until the end of today, or for the longest time that the instance allows: that is for the instance to decide. The list below says which it was.',
    },
  }
}
