export function WelcomePage(_props: { hasRoute: (route: string) => boolean }) { return null; }
