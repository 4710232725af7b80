// The service worker: it tells that a battle waits, and opens it. It keeps nothing and answers no request.

self.addEventListener('push', (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // What cannot be read says at least that something waits.
  }
  const game = /^[0-9a-f]{16}$/.test(told.game) ? told.game : '';
  const french = self.navigator.language.startsWith('fr');
  event.waitUntil(
    self.registration.showNotification(`Grognard: ${String(told.title ?? '').slice(0, 120)}`, {
      body: french ? 'À vous de jouer.' : 'Your turn.',
      tag: game || 'grognard',
      data: { game },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { game } = event.notification.data ?? {};
  event.waitUntil(self.clients.openWindow(game ? `/table/${game}` : '/'));
});
