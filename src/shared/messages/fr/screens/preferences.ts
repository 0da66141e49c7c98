import type { preferences as english } from '../../en/screens/preferences.ts'

export const preferences: Record<keyof typeof english, string> = {
  'preferences.changes': 'Modifications',
  'preferences.ignoredNow': 'Ignoré : {isOn, select, true {activé} other {désactivé}} dans GitLab',
  'preferences.internal': 'Interne',
  'preferences.internalHint': 'Rarement nécessaire.',
  'preferences.lead':
    'Comment GitLab vous montre les modifications et ce qu’il partage à votre sujet.',
  'preferences.notSavedNow':
    'Non enregistré : {isOn, select, true {activé} other {désactivé}} dans GitLab',
  'preferences.on': 'Activé',
  'preferences.oneFileAtATime': 'Un fichier à la fois',
  'preferences.oneFileAtATimeHint':
    'Les requêtes de fusion affichent un fichier modifié à la fois. Les grandes se chargent plus vite.',
  'preferences.passIdentities': 'Transmettre mes identités aux jobs CI/CD',
  'preferences.passIdentitiesHint':
    'Les jetons (JWT) des jobs CI/CD que vous lancez contiennent vos identités externes. C’est une option interne de GitLab : ne partagez pas ces jetons avec des tiers.',
  'preferences.policyEditor': 'Éditeur de politiques avancé',
  'preferences.policyEditorHint':
    'Affiche le formulaire et le YAML côte à côte lorsque vous modifiez une politique de sécurité.',
  'preferences.saved': 'Enregistré',
  'preferences.savedOne': '{preference} : {isOn, select, true {activé} other {désactivé}}.',
  'preferences.securityPolicies': 'Politiques de sécurité',
  'preferences.showWhitespace': 'Afficher les modifications des espaces',
  'preferences.showWhitespaceHint':
    'Inclut les lignes où seuls des espaces, des tabulations ou l’indentation ont changé.',
  'preferences.switch': '{preference} : {isOn, select, true {désactiver} other {activer}}',
  'preferences.title': 'Préférences',
}
