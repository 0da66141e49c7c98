import type { TokenPlace } from '../../shared/operations/accounts.ts'
import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { t } from '../ui/messages.ts'

/** Describes where on this computer a token is stored, including the file. */
export function placeName({ source, place = '' }: TokenPlace): string {
  if (source === 'environment') return place
  if (source === 'git') return t('forms.tokenInGit')
  return t('forms.tokenInGlab', { file: bidiIsolate(place) })
}
