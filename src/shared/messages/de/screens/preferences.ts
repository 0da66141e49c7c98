import type { preferences as english } from '../../en/screens/preferences.ts'

export const preferences: Record<keyof typeof english, string> = {
  'preferences.changes': 'Änderungen',
  'preferences.ignoredNow':
    'Ignoriert: in GitLab {isOn, select, true {eingeschaltet} other {ausgeschaltet}}',
  'preferences.internal': 'Intern',
  'preferences.internalHint': 'Selten nötig.',
  'preferences.lead': 'Wie GitLab Ihnen Änderungen anzeigt und was es über Sie weitergibt.',
  'preferences.notSavedNow':
    'Nicht gespeichert: in GitLab {isOn, select, true {eingeschaltet} other {ausgeschaltet}}',
  'preferences.on': 'Eingeschaltet',
  'preferences.oneFileAtATime': 'Jeweils nur eine Datei anzeigen',
  'preferences.oneFileAtATimeHint':
    'Merge Requests zeigen jeweils nur eine geänderte Datei an. Große werden so schneller geladen.',
  'preferences.passIdentities': 'Meine Identitäten an CI/CD-Jobs übergeben',
  'preferences.passIdentitiesHint':
    'Token (JWT) von CI/CD-Jobs, die Sie starten, enthalten Ihre externen Identitäten. Das ist ein internes Flag von GitLab: Geben Sie diese Token nicht an Dritte weiter.',
  'preferences.policyEditor': 'Erweiterter Richtlinieneditor',
  'preferences.policyEditorHint':
    'Zeigt Formular und YAML nebeneinander an, wenn Sie eine Sicherheitsrichtlinie bearbeiten.',
  'preferences.saved': 'Gespeichert',
  'preferences.savedOne':
    '{preference}: {isOn, select, true {eingeschaltet} other {ausgeschaltet}}.',
  'preferences.securityPolicies': 'Sicherheitsrichtlinien',
  'preferences.showWhitespace': 'Leerraumänderungen anzeigen',
  'preferences.showWhitespaceHint':
    'Auch Zeilen, in denen sich nur Leerzeichen, Tabulatoren oder Einrückungen geändert haben.',
  'preferences.switch': '{preference}: {isOn, select, true {ausschalten} other {einschalten}}',
  'preferences.title': 'Präferenzen',
}
