import type { Notice } from '../../../shared/operations/desktop.ts'
import { t } from '../../platform/messages.ts'

/** Shown the first time that closing the window leaves Latchkey in the tray. */
export function trayNotice(): Notice {
  return {
    // Stored, so that it is shown once.
    key: 'goes on in the tray',
    title: t('desktop.keepsRunning'),
    text: t('desktop.keepsRunningText'),
    visit: { screen: 'settings' },
    onScreen: false,
  }
}
