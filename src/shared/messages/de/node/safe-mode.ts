import type { safeMode as english } from '../../en/node/safe-mode.ts'

export const safeMode: Record<keyof typeof english, string> = {
  'safeMode.on': 'Der abgesicherte Modus ist aktiv, daher wird nichts geladen oder gesendet.',
  'safeMode.onHint': 'Wählen Sie „Normal fortfahren“, um ihn auszuschalten.',
}
