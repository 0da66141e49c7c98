import type { preferences as english } from '../../en/screens/preferences.ts'

export const preferences: Record<keyof typeof english, string> = {
  'preferences.changes': 'Cambios',
  'preferences.ignoredNow':
    'Ignorado: {isOn, select, true {activado} other {desactivado}} en GitLab',
  'preferences.internal': 'Internas',
  'preferences.internalHint': 'Rara vez hacen falta.',
  'preferences.lead': 'Cómo le muestra GitLab los cambios y qué comparte sobre usted.',
  'preferences.notSavedNow':
    'Sin guardar: {isOn, select, true {activado} other {desactivado}} en GitLab',
  'preferences.on': 'Activado',
  'preferences.oneFileAtATime': 'Un archivo a la vez',
  'preferences.oneFileAtATimeHint':
    'Las solicitudes de fusión muestran los archivos modificados de uno en uno. Las grandes se cargan más rápido.',
  'preferences.passIdentities': 'Pasar mis identidades a los jobs de CI/CD',
  'preferences.passIdentitiesHint':
    'Los tokens (JWT) de los jobs de CI/CD que usted inicia incluyen sus identidades externas. Es una opción interna de GitLab: no comparta estos tokens con terceros.',
  'preferences.policyEditor': 'Editor de políticas avanzado',
  'preferences.policyEditorHint':
    'Muestra el formulario y el YAML en paralelo al editar una política de seguridad.',
  'preferences.saved': 'Guardado',
  'preferences.savedOne': '{preference}: {isOn, select, true {activado} other {desactivado}}.',
  'preferences.securityPolicies': 'Políticas de seguridad',
  'preferences.showWhitespace': 'Mostrar los cambios de espacios en blanco',
  'preferences.showWhitespaceHint':
    'Incluye las líneas en las que solo cambiaron espacios, tabuladores o la sangría.',
  'preferences.switch': '{preference}: {isOn, select, true {desactivar} other {activar}}',
  'preferences.title': 'Preferencias',
}
