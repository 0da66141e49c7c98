import type { UpdatesOff } from '../../../shared/app/updates.ts'
import type { MessageId } from '../../../shared/messages/message.ts'

/** Why Latchkey does not update itself, and how to update it. */
export const offMessages: Record<UpdatesOff, MessageId> = {
  browser: 'updates.browser',
  'from-source': 'updates.fromSource',
  'package-manager': 'updates.packageManager',
  'app-store': 'updates.appStore',
  portable: 'updates.portable',
  'read-only': 'updates.readOnly',
  'no-source': 'updates.noSource',
  unsigned: 'updates.unsigned',
}
