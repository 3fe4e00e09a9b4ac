declare module "*.md?rules" {
  import type { RulesPage } from "../scripts/rules";
  const page: RulesPage;
  export default page;
}
