import type { emails as english } from '../../en/screens/emails.ts'

export const emails: Record<keyof typeof english, string> = {
  'emails.add': 'アドレスを追加',
  'emails.addAgain': 'もう一度追加',
  'emails.added': '{email}を追加しました。確認メールのリンクを開いてください。',
  'emails.addedConfirmed': '{email}を確認済みとして追加しました。',
  'emails.addedForUser':
    '{email}を追加しました。ユーザーが確認メールのリンクを開く必要があります。',
  'emails.address': 'メールアドレス',
  'emails.addressHint': 'GitLabからこのアドレスに確認リンクが送信されます。',
  'emails.addressHintForUser':
    'GitLabからこのアドレスに確認リンクが送信されます。ユーザーがリンクを開く必要があります。',
  'emails.addressHintSkip': 'メールは送信されません。アドレスはすぐに確認済みになります。',
  'emails.addressInvalid': 'name@example.comのような有効なメールアドレスを入力してください。',
  'emails.addressKnown': 'このアドレスはすでにアカウントに登録されています。',
  'emails.addressPlaceholder': 'name@example.com',
  'emails.addressRequired': 'メールアドレスを入力してください。',
  'emails.addresses': 'アドレス',
  'emails.check': '再確認',
  'emails.checkAddress': '{email}が確認済みかどうかを再確認',
  'emails.confirm':
    '確認メールのリンクを開いてから、再確認してください。メールが届かない場合は、迷惑メールフォルダーを確認するか、{link}してください。',
  'emails.confirmForUser':
    'ユーザーが確認メールのリンクを開く必要があります。代わりに確認済みにするには、削除してから［確認をスキップ］を選んで追加し直してください。',
  'emails.confirmed': '確認済み',
  'emails.confirmedOn': '{date}に確認済み',
  'emails.deleteAddress': '{email}を削除',
  'emails.deleteConfirm': 'アドレスを削除',
  'emails.deleteText':
    '以後、GitLabからのメールはプライマリアドレス{primary}に送信されます。元に戻すには、アドレスの追加と確認をやり直す必要があります。',
  'emails.deleteTextForUser':
    '以後、GitLabからのメールはユーザーのプライマリアドレス{primary}に送信されます。元に戻すには、アドレスの追加と確認をやり直す必要があります。',
  'emails.deleteTitle': '{email}を削除しますか？',
  'emails.deleted': '{email}を削除しました。',
  'emails.empty': '他のアドレスはありません',
  'emails.emptyHint':
    '下のフォームから追加すると、そのアドレスでのコミットがあなたのものとして扱われます。',
  'emails.gone': '{email}はもうこのアカウントにありません。',
  'emails.isConfirmed': '{email}は確認済みです。',
  'emails.isUnconfirmed': '{email}はまだ確認されていません。確認メールのリンクを開いてください。',
  'emails.isUnconfirmedForUser':
    '{email}はまだ確認されていません。ユーザーが確認メールのリンクを開く必要があります。',
  'emails.lead': 'アカウントのメールアドレス。',
  'emails.newAddress': '新しいアドレス',
  'emails.noPrimary':
    'どのアドレスがプライマリかをGitLabから取得できないため、ここでは削除できません。',
  'emails.notConfirmed': '未確認',
  'emails.onTheWeb': 'Web',
  'emails.primary': 'プライマリ',
  'emails.primaryHint': 'プライマリアドレスは削除できません。変更は{link}で行えます。',
  'emails.primaryHintForUser':
    'プライマリアドレスは削除できません。変更するにはユーザーを編集してください。',
  'emails.resendLink': 'Webで再送信',
  'emails.skipConfirmation': '確認をスキップ',
  'emails.skipConfirmationHint':
    'ユーザー本人のアドレスである場合のみ使用してください。このアドレスのメールを読める人は誰でも、アカウントを乗っ取ることができます。',
  'emails.title': 'メールアドレス',
  'emails.usedByGit':
    'このコンピューターでは、Gitは{email}を使っています。これはアカウントの確認済みメールアドレスではありません。',
  'emails.addUsedByGit': '{email}を追加',
}
