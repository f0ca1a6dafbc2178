/** Navigation above, the page, the footer below. */
import { makeStyles } from '@griffel/react';
import { Footer } from './footer.js';
import { PageHost, type PageProps } from './page-host.js';
import { TopNavigation } from './top-navigation.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: '100vh' },
  page: { flexGrow: 1, minWidth: 0 },
});

interface ShellProps extends PageProps {
  readonly onToggleTheme: () => void;
  readonly onLogout: () => void;
}

export function Shell({ router, location, onToggleTheme, onLogout }: ShellProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <TopNavigation
        path={location.path}
        href={router.href}
        onNavigate={(path) => router.navigate(path)}
        onToggleTheme={onToggleTheme}
        onLogout={onLogout}
      />
      <main className={styles.page}>
        <PageHost location={location} router={router} />
      </main>
      <Footer />
    </div>
  );
}
