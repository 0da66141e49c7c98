import type { TokenPlace } from '../../shared/operations/accounts.ts'
import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { t } from '../ui/messages.ts'

/** Where a token is stored on this computer, including the file. */
export function placeName({ source, place = '' }: TokenPlace): string {
  if (source === 'environment') return place
  if (source === 'git') return t('forms.tokenInGit')
  return t('forms.tokenInGlab', { file: bidiIsolate(place) })
}
