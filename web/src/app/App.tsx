import { Route, Routes } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';
import { Layout } from './Layout.tsx';
import { patternOf, routes } from './routes.tsx';
import { useAutoSignIn } from './useAutoSignIn.ts';

export function App() {
  const isSigningIn = useAutoSignIn();
  return (
    <Routes>
      {routes.map((route) => (
        <Route key={route.name} path={patternOf(route)} element={<Layout {...route} isSigningIn={isSigningIn} />} />
      ))}
      <Route path="*" element={<Layout name="notFound" title="Not found" page={ErrorPage} />} />
    </Routes>
  );
}
