import type { bulk as english } from '../../en/screens/bulk.ts'

export const bulk: Record<keyof typeof english, string> = {
  'bulk.action': 'Action',
  'bulk.actor': 'Lancée par',
  'bulk.all': 'Tous',
  'bulk.already': 'Aucun changement nécessaire',
  'bulk.cancelThem': 'Les annuler',
  'bulk.cancelled': 'Annulée. Les actions déjà envoyées restent appliquées.',
  'bulk.changing': 'Utilisateurs qui changeraient',
  'bulk.chooseAction': 'Choisissez une action pour les utilisateurs sélectionnés.',
  'bulk.created': 'Créé le {day}',
  'bulk.delayed': 'Retardée.',
  'bulk.duration': 'Durée',
  'bulk.emailConfirmed':
    '{state, select, yes {E-mail confirmé} no {E-mail non confirmé} other {Confirmation de l’e-mail inconnue}}',
  'bulk.endedAt': 'Terminée',
  'bulk.facts': 'Détails de l’exécution',
  'bulk.finished': 'Terminée. Les résultats sont ci-dessous.',
  'bulk.finishedWithConflicts': 'Terminée, sauf pour les utilisateurs à vérifier.',
  'bulk.firstOnly': 'Seulement les {count, number} premiers',
  'bulk.heldWithQueue': 'En attente avec la file.',
  'bulk.immediately': 'Prend effet immédiatement.',
  'bulk.includes': 'Comprend',
  'bulk.kept': 'Utilisateurs conservés',
  'bulk.keptCount':
    '{count, plural, one {# utilisateur est conservé} many {# utilisateurs sont conservés} other {# utilisateurs sont conservés}}',
  'bulk.kind': 'Que faire',
  'bulk.kind_action': 'Une action',
  'bulk.kind_edit': 'Modifier des champs',
  'bulk.kind_plan': 'Plan',
  'bulk.lastActive': 'Dernière activité : {day}',
  'bulk.lastAdministrator': 'Vous seriez le seul administrateur restant.',
  'bulk.lead': 'Une action, ou les étapes d’un plan, pour tous les utilisateurs sélectionnés.',
  'bulk.leadOne': 'Une action, ou les étapes d’un plan.',
  'bulk.neverActive': 'Aucune activité connue',
  'bulk.nobodyToUndo': 'Aucun utilisateur ne peut être supprimé',
  'bulk.nobodyToUndoHint': 'Les raisons sont indiquées ci-dessus.',
  'bulk.noResults': 'Aucun résultat',
  'bulk.noRuns': 'Pas encore d’exécution',
  'bulk.noRunsHint':
    'Ouvrez {directory}, sélectionnez des utilisateurs et choisissez une action pour tous.',
  'bulk.nobodyChanges': 'Aucun utilisateur ne changerait',
  'bulk.nobodyChangesHint':
    'Les raisons sont ci-dessous. Choisissez une autre action ou sélectionnez d’autres utilisateurs.',
  'bulk.nobodySelected': 'Aucun utilisateur sélectionné',
  'bulk.nobodySelectedHint': 'Ouvrez {directory} et sélectionnez-en d’abord.',
  'bulk.note': 'Note : {note}',
  'bulk.otherwise':
    '{count, plural, one {# utilisateur était dans un autre état avant l’exécution, par exemple désactivé, et deviendra actif.} many {# utilisateurs étaient dans un autre état avant l’exécution, par exemple désactivés, et deviendront actifs.} other {# utilisateurs étaient dans un autre état avant l’exécution, par exemple désactivés, et deviendront actifs.}}',
  'bulk.outcome': 'Résultat',
  'bulk.pace': '{pace} par seconde',
  'bulk.paceWithTimeLeft': '{pace} par seconde, temps restant : {time}',
  'bulk.pause': 'Suspendre',
  'bulk.pausedWithLeft':
    'Suspendue. {left, plural, one {Il reste # utilisateur.} many {Il reste # utilisateurs.} other {Il reste # utilisateurs.}}',
  'bulk.pausedWithQueue': 'Suspendue avec la file d’attente.',
  'bulk.pending': 'En attente',
  'bulk.pendingUntilReachable': 'En attente jusqu’à ce que GitLab soit joignable.',
  'bulk.percent': '{percent, number} pour cent : {state}',
  'bulk.permanent': 'L’exécution a aussi effectué des actions irréversibles :',
  'bulk.permanentAction':
    '{action} : {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.preparing':
    'Préparation : {queued, number} sur {total, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}. Rien n’est encore envoyé.',
  'bulk.preview': 'Aperçu',
  'bulk.previewLead': 'Montre ce qui se passerait. Rien n’est encore envoyé.',
  'bulk.progress': 'Progression',
  'bulk.progressOf': '{ended, number} sur {total, number}',
  'bulk.queuedAt': 'Mise en file d’attente',
  'bulk.queuePaused': 'La file d’attente est suspendue. Reprenez-la ici : {actions}.',
  'bulk.refusedQueuedAgain': 'Les actions refusées sont de nouveau en file d’attente.',
  'bulk.remainingLead':
    'Lance une nouvelle exécution pour les utilisateurs dont les actions ont été annulées. Ceux qui ont changé depuis sont ignorés ou restent à vérifier.',
  'bulk.remainingTitle': 'Exécuter les restantes',
  'bulk.restCancelled': 'Les actions restantes sont annulées.',
  'bulk.results': 'Résultats',
  'bulk.retryRefused': 'Réessayer les refus ({count, number})',
  'bulk.retrying': 'Nouvel essai.',
  'bulk.reverse': 'Inverser…',
  'bulk.reverseLead':
    'Effectue l’action inverse sur les utilisateurs que l’exécution a modifiés. Ceux qui ont changé depuis sont ignorés ou restent à vérifier.',
  'bulk.reverseTitle': 'Inverser une exécution',
  'bulk.run': 'Exécution groupée',
  'bulk.runCancelled': 'Exécution annulée. Rien n’a été envoyé.',
  'bulk.runPaused': 'Exécution suspendue. Les actions en cours sont encore envoyées.',
  'bulk.runRemaining': 'Exécuter les {count, number} restantes',
  'bulk.runResumed': 'Exécution reprise.',
  'bulk.runs': 'Exécutions',
  'bulk.selectAllAgain': 'Tout sélectionner à nouveau',
  'bulk.selectionIs': 'Sélection : {users}{except, plural, =0 {} other {, sauf #}}',
  'bulk.sending': 'Envoi en cours.',
  'bulk.showAll': 'Tout afficher ({count, number})',
  'bulk.skipped': 'Utilisateurs ignorés',
  'bulk.skippedCount':
    'Ignorés : {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.start': 'Démarrer',
  'bulk.startedAt': 'Démarrée',
  'bulk.startsIn': 'Démarre dans {seconds} s. Jusque-là, vous pouvez tout annuler.',
  'bulk.state_cancelled': 'Annulée',
  'bulk.state_finished': 'Terminée',
  'bulk.state_paused': 'Suspendue',
  'bulk.state_preparing': 'En préparation',
  'bulk.state_running': 'En cours',
  'bulk.sum': '{part} : {count, number}',
  'bulk.title': 'Action groupée',
  'bulk.titleOne': 'Action sur {user}',
  'bulk.title_activate':
    'Activer {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.title_approve':
    'Approuver {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.title_ban':
    'Bannir {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.title_block':
    'Bloquer {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.title_deactivate':
    'Désactiver {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.title_delete':
    'Supprimer {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.title_disable_two_factor':
    'Désactiver l’A2F de {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.title_hard_delete':
    'Supprimer {count, plural, one {# utilisateur et ses contributions} many {# utilisateurs et leurs contributions} other {# utilisateurs et leurs contributions}}',
  'bulk.title_reject':
    'Rejeter {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.title_unban':
    'Lever le bannissement de {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.title_unblock':
    'Débloquer {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.undoAll': 'Tout annuler',
  'bulk.undoMissed':
    'Le délai pour annuler cette exécution est passé alors que Latchkey était fermé, en veille, verrouillé ou hors ligne. Rien n’a été envoyé.',
  'bulk.undoOnboarding': 'Annuler la création des utilisateurs',
  'bulk.undoOnboardingLead':
    'Supprime les utilisateurs que l’exécution a créés et qui ne se sont jamais connectés. GitLab est à nouveau interrogé avant chaque suppression.',
  'bulk.undoTime':
    'Vous avez {seconds, plural, one {# seconde} many {# secondes} other {# secondes}} pour annuler. Les actions sont ensuite envoyées en arrière-plan ; vous pouvez quitter cet écran.',
  'bulk.undoWhileAway':
    'Les actions sont envoyées quand GitLab est joignable et peuvent être annulées jusque-là. Vous pouvez quitter cet écran.',
  'bulk.unusual': 'Cas particuliers',
  'bulk.unusualTitle_administrators': 'Administrateurs qui changeraient',
  'bulk.unusualTitle_bots': 'Bots qui changeraient',
  'bulk.unusualTitle_recentlyActive': 'Utilisateurs qui changeraient, actifs ces 90 derniers jours',
  'bulk.unusual_administrators':
    '{count, plural, one {# administrateur} many {# administrateurs} other {# administrateurs}}',
  'bulk.unusual_bots': '{count, plural, one {# bot} many {# bots} other {# bots}}',
  'bulk.unusual_recentlyActive':
    '{count, plural, one {# utilisateur actif ces 90 derniers jours} many {# utilisateurs actifs ces 90 derniers jours} other {# utilisateurs actifs ces 90 derniers jours}}',
  'bulk.users': '{count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'bulk.waitsForDate':
    '{left, plural, one {# action attend} many {# actions attendent} other {# actions attendent}} la date.',
  'bulk.warning': 'Avertissement',
  'bulk.warning_delete':
    'Leurs comptes, profils, clés, jetons et projets personnels sont supprimés définitivement. Les tickets, commentaires et requêtes de fusion sont conservés sous « Ghost User ».',
  'bulk.warning_disable_two_factor':
    'Leurs applications d’authentification, clés de sécurité et codes de récupération sont retirés. Chacun doit en configurer de nouveaux.',
  'bulk.warning_hard_delete':
    'Leurs comptes sont supprimés définitivement avec tous les tickets, commentaires, requêtes de fusion et projets personnels, ainsi que les groupes dont ils sont les seuls propriétaires et tous les projets qu’ils contiennent.',
  'bulk.warning_reject': 'Leurs comptes sont supprimés définitivement et chacun reçoit un e-mail.',
  'bulk.wouldChange':
    'Sur {total, number} sélectionnés : {users} {action, select, block {à bloquer} unblock {à débloquer} ban {à bannir} unban {dont le bannissement serait levé} activate {à activer} deactivate {à désactiver} approve {à approuver} reject {à rejeter} delete {à supprimer} hard_delete {à supprimer avec leurs contributions} changed {à modifier} other {dont l’authentification à deux facteurs serait désactivée}}.',
  'bulk.wrongConfirmation': 'Saisissez {text}.',
}
