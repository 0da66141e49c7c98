import type { queue as english } from '../../en/screens/queue.ts'

export const queue: Record<keyof typeof english, string> = {
  'queue.accountGone': 'Le compte est supprimé.',
  'queue.addReason': 'Ajouter un motif',
  'queue.addReasonOf': '{action} : ajouter un motif',
  'queue.addToken': 'Ajouter un jeton',
  'queue.alike': 'Décider ensemble',
  'queue.allCancelled':
    '{count, plural, one {# action annulée} many {# actions annulées} other {# actions annulées}}. Rien n’a été envoyé.',
  'queue.allQueuedAgain': 'Toutes les actions sont de nouveau en file d’attente.',
  'queue.allSentWhenReachable':
    'Les actions en attente seront envoyées quand GitLab sera joignable.',
  'queue.alreadyFirst': '« {action} » est déjà en premier.',
  'queue.alreadyLast': '« {action} » est déjà en dernier.',
  'queue.anyway': '{action} quand même',
  'queue.applyTitle': '{action} ?',
  'queue.approvals':
    '{count, plural, one {# utilisateur est} many {# utilisateurs sont} other {# utilisateurs sont}} en attente d’approbation',
  'queue.asTheyAreNow': 'Maintenant',
  'queue.asYouSawThem': 'Quand vous avez mis l’action en file d’attente',
  'queue.cancelAction': '{action} : annuler',
  'queue.cancelAll': 'Tout annuler',
  'queue.cancelled': '{action} : annulé. Rien n’a été envoyé.',
  'queue.checkAction': '{action} : vérifier à nouveau',
  'queue.checkAgain': 'Vérifier à nouveau',
  'queue.checking': '{action} : vérification du résultat.',
  'queue.conflictCount':
    '{count, plural, one {# action à vérifier} many {# actions à vérifier} other {# actions à vérifier}}.',
  'queue.conflicts': 'Actions à vérifier',
  'queue.decideMany': '{action} ({count, number})',
  'queue.decideManyTitle':
    '{action} : {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}} ?',
  'queue.directory': 'Utilisateurs',
  'queue.dismiss': 'Ignorer',
  'queue.dismissAction': '{action} : ignorer',
  'queue.dismissMany': 'Ignorer ({count, number})',
  'queue.dismissManyText': 'Rien n’est envoyé.',
  'queue.dismissManyTitle':
    'Ignorer {count, plural, one {# action} many {# actions} other {# actions}} ?',
  'queue.dismissed': '{action} : ignoré. Rien n’a été envoyé.',
  'queue.dismissedMany':
    '{count, plural, one {# action ignorée} many {# actions ignorées} other {# actions ignorées}}. Rien n’a été envoyé.',
  'queue.dismissedUnknown':
    '{action} : ignoré. Le journal d’audit indique son résultat comme inconnu.',
  'queue.dueAt': 'Prévue le {when} ({zone}).',
  'queue.editHint':
    'L’action et l’utilisateur ne peuvent pas être modifiés. Annulez l’action et lancez-en une autre.',
  'queue.editReason': 'Modifier le motif',
  'queue.editReasonOf': '{action} : modifier le motif',
  'queue.ended': 'Terminée : {when}',
  'queue.expiredAt': 'Elle n’a pas été envoyée avant l’échéance : {when}.',
  'queue.exportCsv': 'Exporter en CSV',
  'queue.exportJson': 'Exporter en JSON',
  'queue.failedCount':
    '{count, plural, one {# action a échoué} many {# actions ont échoué} other {# actions ont échoué}}.',
  'queue.finished': 'Terminées',
  'queue.finishedActions': 'Actions terminées',
  'queue.held':
    '{count, plural, one {# action est en attente.} many {# actions sont en attente.} other {# actions sont en attente.}}',
  'queue.held_rights': 'Le compte avait perdu ses droits. Rien n’est envoyé avant votre décision.',
  'queue.held_token':
    'Le jeton d’accès manquait, a été refusé ou remplacé. Rien n’est envoyé avant votre décision.',
  'queue.heldDemoted':
    'Vous n’êtes plus administrateur. {count, plural, one {# action est en attente.} many {# actions sont en attente.} other {# actions sont en attente.}}',
  'queue.heldLabel': 'Actions en attente',
  'queue.heldTokenMissing': 'Ajoutez un jeton d’accès pour les envoyer.',
  'queue.isPaused': 'La file d’attente est suspendue. Rien n’est envoyé jusqu’à sa reprise.',
  'queue.isSentWhenReachable': '{action} : sera envoyé quand GitLab sera joignable.',
  'queue.keep': 'Garder',
  'queue.kind':
    '{count, plural, one {# action} many {# actions} other {# actions}} : {action}. {reason}',
  'queue.kindRenamed': 'Les utilisateurs ont été renommés.',
  'queue.kindState': 'État actuel des utilisateurs : {state}.',
  'queue.late': 'Prévue le {when}, effectuée {time} plus tard.',
  'queue.lead': 'Actions en attente et terminées.',
  'queue.more': 'et {count, number} de plus',
  'queue.moveAction': '{action} : déplacer',
  'queue.movedDown':
    '{others, plural, =0 {« {action} » recule d’une place.} one {« {action} » recule d’une place, avec une autre action pour le même utilisateur.} many {« {action} » recule d’une place, avec # autres actions pour le même utilisateur.} other {« {action} » recule d’une place, avec # autres actions pour le même utilisateur.}}',
  'queue.movedFirst':
    '{others, plural, =0 {« {action} » passe en premier.} one {« {action} » passe en premier, avec une autre action pour le même utilisateur.} many {« {action} » passe en premier, avec # autres actions pour le même utilisateur.} other {« {action} » passe en premier, avec # autres actions pour le même utilisateur.}}',
  'queue.movedLast':
    '{others, plural, =0 {« {action} » passe en dernier.} one {« {action} » passe en dernier, avec une autre action pour le même utilisateur.} many {« {action} » passe en dernier, avec # autres actions pour le même utilisateur.} other {« {action} » passe en dernier, avec # autres actions pour le même utilisateur.}}',
  'queue.movedUp':
    '{others, plural, =0 {« {action} » avance d’une place.} one {« {action} » avance d’une place, avec une autre action pour le même utilisateur.} many {« {action} » avance d’une place, avec # autres actions pour le même utilisateur.} other {« {action} » avance d’une place, avec # autres actions pour le même utilisateur.}}',
  'queue.nextTryAt':
    '{attempts, plural, one {Prochain essai : {when}, après un essai.} many {Prochain essai : {when}, après # essais.} other {Prochain essai : {when}, après # essais.}}',
  'queue.nextTryIn':
    '{attempts, plural, one {Prochain essai dans {seconds} s, après un essai.} many {Prochain essai dans {seconds} s, après # essais.} other {Prochain essai dans {seconds} s, après # essais.}}',
  'queue.noConflicts': 'Rien à vérifier',
  'queue.noConflictsHint':
    'Si un utilisateur change avant l’envoi de votre action, vous décidez ici.',
  'queue.noFinished': 'Aucune action terminée',
  'queue.noFinishedHint':
    'Les actions effectuées, refusées et annulées apparaissent ici. Le journal d’audit les conserve durablement.',
  'queue.noPending': 'Aucune action en attente',
  'queue.noPendingHint': 'Les actions que vous effectuez dans {directory} apparaissent ici.',
  'queue.nobodyLeft': 'L’utilisateur n’existe plus.',
  'queue.noScheduled': 'Rien de planifié',
  'queue.noScheduledHint':
    'Les plans avec une date placent des actions ici. Pour en lancer un, ouvrez {directory}, sélectionnez des utilisateurs et choisissez un plan.',
  'queue.notSentWhileHeld': 'N’est pas envoyé avant votre décision.',
  'queue.notSentWhilePaused': 'Non envoyée tant que la file d’attente est suspendue.',
  'queue.oneDown': 'Une place plus bas (Alt ↓)',
  'queue.oneUp': 'Une place plus haut (Alt ↑)',
  'queue.onTheWay':
    '{count, plural, =0 {Plus rien n’est envoyé.} one {# requête était déjà partie. Plus rien n’est envoyé.} many {# requêtes étaient déjà parties. Plus rien n’est envoyé.} other {# requêtes étaient déjà parties. Plus rien n’est envoyé.}}',
  'queue.open': 'Ouvertes',
  'queue.openActions': 'Actions ouvertes',
  'queue.orderHint':
    'Envoyées dans cet ordre, les actions isolées avant celles des exécutions. Appuyez sur Alt et une touche fléchée pour déplacer une action.',
  'queue.outcomeUnknown':
    'Envoyée, mais GitLab n’a pas répondu. L’état de l’utilisateur montrera si elle a été effectuée.',
  'queue.pauseQueue': 'Suspendre la file d’attente',
  'queue.pausedNow': 'File d’attente suspendue. Rien n’est envoyé jusqu’à sa reprise.',
  'queue.queuedAgain': '{action} : de nouveau en file d’attente.',
  'queue.queuedAgo': 'Mise en file d’attente : {when} (il y a {age})',
  'queue.queuedAt': 'Mise en file d’attente : {when}',
  'queue.queuedInRun': 'En file d’attente dans cette exécution.',
  'queue.queuedInstead': '{action} : en file d’attente.',
  'queue.queuedMany':
    '{count, plural, one {# action} many {# actions} other {# actions}} en file d’attente.',
  'queue.reason': 'Motif : {reason}',
  'queue.reasonOf': 'Motif : {action}',
  'queue.reasonSaved': '{action} : motif enregistré.',
  'queue.releasedNow': 'Envoi de ce qui attendait.',
  'queue.resendText':
    'GitLab n’a pas répondu à la première requête et est peut-être encore en train de supprimer le compte.',
  'queue.resendTitle': 'Envoyer à nouveau la suppression de @{username} ?',
  'queue.resume': 'Reprendre',
  'queue.resumedNow': 'File d’attente reprise.',
  'queue.resumesAt': 'Reprend le {when}.',
  'queue.resumesLater': 'Reprend automatiquement.',
  'queue.retryAction': '{action} : réessayer',
  'queue.review': 'Vérifier',
  'queue.saveReason': 'Enregistrer le motif',
  'queue.scheduledActions': 'Actions planifiées',
  'queue.send': 'Envoyer',
  'queue.sendActionAgain': '{action} : envoyer à nouveau',
  'queue.sendActionNow': '{action} : envoyer maintenant',
  'queue.sendAgain': 'Envoyer à nouveau',
  'queue.sendAllNow': 'Tout envoyer maintenant',
  'queue.sendNow': 'Envoyer maintenant',
  'queue.sendingAll': 'Envoi de toutes les actions.',
  'queue.sendingNow': '{action} : envoi en cours.',
  'queue.sentAt': 'Envoi : {when}.',
  'queue.sentIn': 'Envoi dans {seconds} s.',
  'queue.sentNext': 'Sera envoyée quand son tour viendra.',
  'queue.sentNow': 'Envoi imminent.',
  'queue.sentWhenReachable': 'Sera envoyée quand GitLab sera joignable.',
  'queue.sharedFailure': 'Plusieurs actions, un motif',
  'queue.sharedFailureOf':
    '{count, plural, one {# action} many {# actions} other {# actions}} : {reason}',
  'queue.stateCancelled': 'Annulée',
  'queue.stateConflict': 'À vérifier',
  'queue.stateDone': 'Terminée',
  'queue.stateExpired': 'Expirée',
  'queue.stateOnGitLab': 'État dans GitLab : {state}.',
  'queue.stateReady': 'En file d’attente',
  'queue.stateRefused': 'Refusée',
  'queue.stateScheduled': 'Planifiée',
  'queue.stateSending': 'En cours',
  'queue.stateUndoable': 'Annulable',
  'queue.stateUnknown': 'Résultat inconnu',
  'queue.stopped': 'Arrêtée. Non envoyées : {left, number}.',
  'queue.title': 'File d’attente',
  'queue.toEnd': 'À la fin (Alt Fin)',
  'queue.toFront': 'Au début (Alt Origine)',
  'queue.undoAction': '{action} : annuler l’action',
  'queue.userChanged':
    'L’utilisateur a changé depuis que vous avez mis l’action en file d’attente.',
  'queue.waitsForReason': 'L’action n’est pas envoyée tant que ce champ est ouvert.',
}
